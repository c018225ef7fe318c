export const rndStatuses = ['NEW', 'REPRODUCED', 'IN_PROGRESS', 'FIXED', 'CLOSED', 'REJECTED'] as const
export type RndStatus = (typeof rndStatuses)[number]

/** Whether R&D still works on an issue in this status. */
export function isRndOpen(status: RndStatus): boolean {
  return status === 'NEW' || status === 'REPRODUCED' || status === 'IN_PROGRESS'
}
