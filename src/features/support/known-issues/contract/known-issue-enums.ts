export const knownIssueSeverities = ['LOW', 'MEDIUM', 'HIGH'] as const
export const knownIssueStates = ['OPEN', 'FIXED'] as const
