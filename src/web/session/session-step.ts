/** Seconds before its end at which a session is renewed, or its user warned. */
export const WARNING = 300

/** The next action for the session. */
export type SessionStep =
  | { kind: 'wait'; milliseconds: number }
  | { kind: 'refresh' }
  | { kind: 'ask' }
  | { kind: 'end' }

/**
 * Decides by the clock (part 1 §4): renews automatically when 300 s remain, until the session was renewed as often as
 * it may be; then prompts; ends at its end. Times in milliseconds.
 */
export function sessionStep(
  session: { endsAt: number; refreshCount: number; refreshLimit: number },
  now: number,
): SessionStep {
  const msLeft = session.endsAt - now
  if (msLeft <= 0) return { kind: 'end' }
  if (msLeft > WARNING * 1000) return { kind: 'wait', milliseconds: msLeft - WARNING * 1000 }
  return session.refreshCount < session.refreshLimit ? { kind: 'refresh' } : { kind: 'ask' }
}
