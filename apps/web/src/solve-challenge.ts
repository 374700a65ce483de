/** The code that solves challenges, loaded only when the server asks for one. */
export const loadSolver = () => import('./challenges/solve.ts')
