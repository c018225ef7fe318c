import { HISTORY_STEP_MS, type PastFigure } from '#features/monitoring/analytics/server/index.ts'

const families = ['cable_modems', 'pon_onus']
const up = ['online', 'partial']

/** Adds up the modems and ONUs of a deployment, from its series. */
export class PastFigures {
  readonly #deployment: number
  readonly #found = new Map<number, { online: number; known: number }>()

  constructor(deployment: number) {
    this.#deployment = deployment
  }

  /** Adds a sample, if it counts modems at a time that is kept. */
  add(at: number, labels: readonly (readonly [string, string])[], value: number): void {
    if (at % HISTORY_STEP_MS !== 0 || !families.includes(labels[0]![1])) return
    const state = labels.find(([name]) => name === 'state')?.[1] ?? ''
    const figure = this.#found.get(at) ?? { online: 0, known: 0 }
    figure.known += value
    if (up.includes(state)) figure.online += value
    this.#found.set(at, figure)
  }

  rows(): PastFigure[] {
    return [...this.#found].map(([at, figure]) => ({ deployment: this.#deployment, at, ...figure }))
  }
}
