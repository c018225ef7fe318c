/** What the detector decides. */
export const decisionKinds = ['OPENED', 'JOINED', 'HELD', 'BELOW', 'BLIND', 'CLOSED'] as const
export type DecisionKind = (typeof decisionKinds)[number]
