/** One thing that can be done about a person. With a title it is asked about first. */
export type Act = {
  readonly label: string
  readonly title?: string
  readonly text?: string
  readonly grave?: boolean
  readonly busy?: boolean
  readonly run: () => void
}
