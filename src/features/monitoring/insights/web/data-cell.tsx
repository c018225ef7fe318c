import { Link } from '@tanstack/react-router'

/** A value of a grid, as a link where the row has an address for it. */
export function DataCell({ text, to }: { text: string; to: string | number | null | undefined }) {
  return typeof to === 'string' ? <Link to={to}>{text}</Link> : <>{text}</>
}
