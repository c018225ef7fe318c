import type { CatalogueInsight } from '../catalogue/catalogue.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import type { InsightState, ObjectValue } from './measure.ts'

/** The state of each insight, by its name. */
export type States = Readonly<Record<string, InsightState>>

/** What one evaluation of a deployment found; null for an insight whose samples are missing. */
export type Evaluation = {
  readonly deployment: JudgedDeployment
  readonly states: States
  readonly measured: ReadonlyMap<CatalogueInsight, readonly ObjectValue[] | null>
}
