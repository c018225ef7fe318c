import type { CatalogueInsight } from '../catalogue/catalogue.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import type { InsightState, Measured } from './measure.ts'

/** The state of each insight, by its name. */
export type States = Readonly<Record<string, InsightState>>

/** What one evaluation of a deployment found; null for an insight whose samples are missing. */
export type Evaluated = {
  readonly deployment: JudgedDeployment
  readonly states: States
  readonly measured: ReadonlyMap<CatalogueInsight, readonly Measured[] | null>
}
