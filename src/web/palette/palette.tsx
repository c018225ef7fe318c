export function Palette(_: { opened: boolean; onClose: () => void }) {
  return null
}
