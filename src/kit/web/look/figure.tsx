import type { ReactNode } from 'react'
import classes from './figure.module.css'

/** A figure with its name above and its meaning below; a tone only where it requires action. */
export type FigureProps = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'red' | 'orange' | undefined
  /** A small line of its values over time. Not on a phone. */
  trend?: ReactNode
  href?: string
}

/** Several figures in one card with lines between; on a phone, cards in two columns. */
export function Stats({ figures }: { figures: readonly (FigureProps & { id: string })[] }) {
  return (
    <div className={classes.strip}>
      {figures.map(({ id, ...figure }) => (
        <div key={id} className={classes.cell}>
          <FigureText {...figure} />
        </div>
      ))}
    </div>
  )
}

function FigureText({ label, value, note, tone, trend }: FigureProps) {
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <div className={classes.line}>
        <div className={classes.value} data-tone={tone}>
          {value}
        </div>
        {trend && <div className={classes.trend}>{trend}</div>}
      </div>
      {note && <div className={classes.note}>{note}</div>}
    </div>
  )
}
