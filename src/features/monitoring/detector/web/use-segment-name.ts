import type { DetectorDecision } from '../contract.ts'
import { useText } from '../texts.ts'

/** The segment of a decision, or how many it is about. */
export function useSegmentName(): (decision: Pick<DetectorDecision, 'segment' | 'segments'>) => string {
  const t = useText()
  return ({ segment, segments }) => segment ?? t('segments', { count: segments })
}
