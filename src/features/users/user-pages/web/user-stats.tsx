import type { listUsers } from '#features/users/user-management/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useText } from '../texts.ts'
import classes from './user-stats.module.css'

type Figures = Pick<
  Reply<typeof listUsers>,
  | 'customerUsersCount'
  | 'activeCustomerUsersCount'
  | 'activeCustomerJiraUsersCount'
  | 'activeCustomerConfluenceUsersCount'
  | 'activeCustomerSlackUsersCount'
  | 'seats'
>

/** From this share on the seats are highlighted. */
const NEARLY = 0.9

/** Placeholder of a meter until its figure is loaded. */
const unknownFigure = { value: '–', note: '', part: 0 }

/** The number of active customer users, in which tools, and of taken seats of the account. */
export function UserFigures({ figures, account }: { figures: Figures | undefined; account: string | undefined }) {
  const t = useText()
  const all = figures?.customerUsersCount ?? 0
  const seats = figures?.seats
  const share = (label: string, value: number | undefined) =>
    value === undefined ? (
      <Meter label={label} {...unknownFigure} />
    ) : (
      <Meter label={label} value={formatCount(value)} note={percent(value, all)} part={value / (all || 1)} />
    )
  return (
    <div className={classes.figures}>
      {share(t('figure.active'), figures?.activeCustomerUsersCount)}
      {share(t('figure.jira'), figures?.activeCustomerJiraUsersCount)}
      {share(t('figure.confluence'), figures?.activeCustomerConfluenceUsersCount)}
      {share(t('figure.slack'), figures?.activeCustomerSlackUsersCount)}
      {!figures && account && <Meter label={t('figure.seats', { account })} {...unknownFigure} />}
      {seats && account && (
        <Meter
          label={t('figure.seats', { account })}
          value={seats.limit === null ? seats.used : t('figure.of', { used: seats.used, limit: seats.limit })}
          note={
            seats.limit === null
              ? t('figure.unlimited')
              : t('figure.left', { count: Math.max(0, seats.limit - seats.used) })
          }
          part={seats.limit ? seats.used / seats.limit : 0}
          full={seats.limit !== null && seats.used >= seats.limit * NEARLY}
        />
      )}
    </div>
  )
}

function Meter(props: { label: string; value: string | number; note: string; part: number; full?: boolean }) {
  return (
    <div className={classes.meter} data-full={props.full || undefined}>
      <span className={classes.label}>{props.label}</span>
      <span className={classes.line}>
        <strong>{props.value}</strong>
        <span className="num">{props.note}</span>
      </span>
      <svg className={classes.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="4" />
        <rect width={Math.min(1, props.part) * 100} height="4" />
      </svg>
    </div>
  )
}

function percent(value: number, all: number): string {
  return all === 0 ? '–' : `${Math.round((value / all) * 100)} %`
}
