import { demoHash } from './formulas.ts'

/** A deployment whose metrics are simulated. */
export type DemoDeployment = {
  readonly id: number
  readonly name: string
  readonly account: string
  readonly accountId: number
  readonly zone: string
  readonly isPon: boolean
  readonly subscribers: number
}

/** An RPD with its MAC domain, or a PON port. */
export type Segment = {
  readonly index: number
  readonly modems: number
  /** `c1-core01`, or the OLT. */
  readonly core: string
  /** `RPD-0311`, or the PON port. */
  readonly node: string
  readonly md: string
  /** Keys of the hashes. */
  readonly nodeKey: string
  readonly mdKey: string
}

const SEGMENTS = { least: 3, most: 8, subscribersEach: 10_000, perCore: 4 }

/** The segments of a deployment that are simulated: a few of each network, so that a demo stays small. */
export function segmentsOf({ name, isPon, subscribers }: DemoDeployment): Segment[] {
  const count = Math.min(SEGMENTS.most, SEGMENTS.least + Math.floor(subscribers / SEGMENTS.subscribersEach))
  return Array.from({ length: count }, (_, index) => {
    const number = Math.floor(index / SEGMENTS.perCore) + 1
    const core = isPon ? `OLT-${number}` : `c1-core0${number}`
    const node = isPon ? `${number}/${(index % SEGMENTS.perCore) + 1}` : `RPD-0${311 + index}`
    const md = `${17 + index}:0`
    const nodeKey = `${name}/${node}`
    const modems = Math.floor((isPon ? 24 : 180) + (isPon ? 40 : 280) * demoHash(`${nodeKey}|modems`, 0))
    return { index, modems, core, node, md, nodeKey, mdKey: `${name}/${core}/${md}` }
  })
}
