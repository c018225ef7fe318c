import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** The properties of something, one name and value a line; lines without a value are left out. */
export function DescriptionList({ lines }: { lines: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {lines.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
