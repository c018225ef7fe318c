/** An action on a user. With a title it needs confirmation. */
export type Act = {
  readonly label: string
  readonly title?: string
  readonly text?: string
  readonly grave?: boolean
  readonly busy?: boolean
  readonly run: () => void
}
