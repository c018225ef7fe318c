/** An action on a user. With a title it needs confirmation, perhaps with a reason. */
export type Act = {
  readonly label: string
  readonly title?: string
  readonly text?: string
  readonly grave?: boolean
  readonly busy?: boolean
  /** The label of the reason that it asks for. */
  readonly reason?: string
  readonly run: (reason: string) => void
}
