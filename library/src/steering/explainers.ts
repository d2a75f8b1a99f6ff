import { registerWalkerExplainer } from './walker/explain.ts';

/** Makes known the explanations that a model keeps apart from its steps: pages that explain nothing do not load them. */
export function registerExplainers(): void {
  registerWalkerExplainer();
}
