/** Headend cannot start for a reason the operator can mend. The message is one line and is all that gets printed. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
