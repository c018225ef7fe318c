/** Headend cannot start for a reason that the operator can fix. The message is one line; nothing else is printed. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
