import { type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import classes from './lazy-menu.module.css'
import { whenIdle } from './page-idle.ts'

/**
 * A control whose menu is made when it is first opened, for what floats costs time even while it is closed. Its `face`
 * stands from the beginning and says what it opens; `load` brings the menu's code behind the first page. `children` are the
 * menu with the face as its target, on which the press that asked for it is repeated. With `open` it is asked for at once.
 */
export function LazyMenu(props: {
  face: (onClick?: () => void) => ReactElement
  load: () => Promise<unknown>
  open?: boolean | undefined
  children: ReactNode
}) {
  const { load } = props
  const [wanted, setWanted] = useState(props.open ?? false)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Should it fail, the menu asks again and says so.
    void whenIdle().then(() => load().catch(() => undefined))
  }, [load])
  const press = () => {
    const button = place.current?.querySelector('button')
    button?.focus()
    button?.click()
  }
  const face = props.face(() => setWanted(true))
  return (
    <span ref={place} className={classes.place}>
      <Suspense fallback={face}>
        {wanted ? (
          <>
            {props.children}
            <Once run={press} />
          </>
        ) : (
          face
        )}
      </Suspense>
    </span>
  )
}

/** Runs something when what stands before it is there. */
function Once({ run }: { run: () => void }) {
  const done = useRef(false)
  useEffect(() => {
    if (!done.current) run()
    done.current = true
  })
  return null
}
