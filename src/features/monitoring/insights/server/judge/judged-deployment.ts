/** A deployment that has sent samples; `newest` is the time of the newest one. */
export type JudgedDeployment = {
  readonly id: number
  readonly name: string
  readonly accountId: number
  readonly newest: number
}
