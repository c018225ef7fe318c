export { makeDemoCases } from './demo-cases.ts'
export { loadScaleCases, scaleCaseTables } from './load-scale-cases.ts'
