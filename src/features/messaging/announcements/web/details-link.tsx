import { Link } from '@tanstack/react-router'
import { leavingHref } from './leaving-href.ts'

/** The link of an announcement: a page of the portal, or through the leaving page to another site. */
export function DetailsLink({ to, label, onClick }: { to: string; label: string; onClick?: () => void }) {
  if (to.startsWith('/'))
    return (
      <Link to={to} {...(onClick ? { onClick } : {})}>
        {label}
      </Link>
    )
  return <a href={leavingHref(to)}>{label}</a>
}
