/** The view in three dimensions, for shortcuts: known without loading it. */
type SolidStage = { fit(): void; refresh(): void; zoom(factor: number): void };

let present: SolidStage | undefined;

export function solidStage(): SolidStage | undefined {
  return present;
}

export function setSolidStage(stage: SolidStage | undefined): void {
  present = stage;
}
