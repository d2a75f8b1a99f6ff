// The doors of the package: few exports in the core, and a doc comment on every export.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from './wend.fixture.ts';

const { exports } = JSON.parse(readFileSync(join(root, 'library/package.json'), 'utf8')) as {
  exports: Record<string, string | { default: string }>;
};
const doors = Object.values(exports).flatMap((door) =>
  typeof door === 'string'
    ? []
    : [join(root, door.default.replace(/^\.\/dist\/(.*)\.js$/, 'library/src/$1.ts'))],
);
const program = ts.createProgram(doors, {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  allowImportingTsExtensions: true,
  noEmit: true,
});
const checker = program.getTypeChecker();

function exportsOf(door: string): ts.Symbol[] {
  return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(door)!)!);
}

function isDocumented(symbol: ts.Symbol): boolean {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const isNamespace = (target.flags & ts.SymbolFlags.ValueModule) !== 0;
  if (!isNamespace) return target.getDocumentationComment(checker).length > 0;
  // The comment of a namespace is before its export.
  const [declaration] = symbol.declarations!;
  const statement = ts.findAncestor(declaration, ts.isExportDeclaration)!;
  return ts.getLeadingCommentRanges(statement.getFullText(), 0)?.length !== undefined;
}

test('the core has about 60 exports', () => {
  expect(doors[0]).toMatch(/library\/src\/index\.ts$/);
  expect(exportsOf(doors[0]).length).toBeGreaterThan(40);
  expect(exportsOf(doors[0]).length).toBeLessThanOrEqual(70);
});

test.each(doors.map((door) => [door.slice(root.length), door]))(
  '%s: every export has a doc comment',
  (_, door) => {
    const all = exportsOf(door);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((symbol) => !isDocumented(symbol)).map(({ name }) => name)).toEqual([]);
  },
);
