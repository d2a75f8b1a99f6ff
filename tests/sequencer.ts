import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests of whole programs begin first, since they take longest, and the many short tests of single files fill the cores at
 * the end. Among each, the runner's own order holds: by what a file took last time, or by its size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWhole = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/');
    return [...sorted.filter(isWhole), ...sorted.filter((file) => !isWhole(file))];
  }
}
