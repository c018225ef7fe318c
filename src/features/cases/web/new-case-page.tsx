/** Files a new case. */
export function NewCasePage() {
  return null
}
