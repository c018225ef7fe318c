import { Link } from '@tanstack/react-router'
import { useText } from '../texts.ts'
import type { Operation } from './api-description.ts'
import classes from './api-reference.module.css'

/** The endpoints by tag; the current one is marked. */
export function OperationMenu({
  operations,
  chosen,
}: {
  operations: readonly Operation[]
  chosen: string | undefined
}) {
  const t = useText()
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const groups = tags.map((tag) => [tag, operations.filter((one) => one.tag === tag)] as const)
  return (
    <nav className={classes.menu} aria-label={t('calls')}>
      {groups.map(([tag, calls]) => (
        <section key={tag}>
          <h2>{tag}</h2>
          <ul>
            {calls.map(({ id, method, path, summary }) => (
              <li key={id}>
                <Link
                  to="."
                  search={(before: object) => ({ ...before, operation: id })}
                  className={classes.call ?? ''}
                  aria-current={id === chosen ? 'true' : undefined}
                  title={path}
                >
                  <Method method={method} />
                  <span>{summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The method of a call in its colour. */
export function Method({ method }: { method: string }) {
  return (
    <code className={classes.method} data-m={method}>
      {method === 'DELETE' ? 'DEL' : method}
    </code>
  )
}
