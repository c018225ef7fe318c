import { features } from '../features.ts'

const listeners = features.flatMap(({ name, Listener }) => (Listener ? [{ name, Listener }] : []))

/** What features listen to on every page. */
export function Listeners() {
  return listeners.map(({ name, Listener }) => <Listener key={name} />)
}
