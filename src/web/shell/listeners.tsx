import { features } from '../features.ts'

const listeners = features.flatMap(({ name, Listener }) => (Listener ? [{ name, Listener }] : []))

/** The listeners of features on every page. */
export function Listeners() {
  return listeners.map(({ name, Listener }) => <Listener key={name} />)
}

const overlays = features.flatMap(({ name, Overlay }) => (Overlay ? [{ name, Overlay }] : []))

/** What features show over every page. */
export function Overlays() {
  return overlays.map(({ name, Overlay }) => <Overlay key={name} />)
}

const indicators = features.flatMap(({ name, Indicator }) => (Indicator ? [{ name, Indicator }] : []))

/** What features show in the header. */
export function Indicators() {
  return indicators.map(({ name, Indicator }) => <Indicator key={name} />)
}
