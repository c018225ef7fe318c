import { type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import classes from './lazy-menu.module.css'
import { whenIdle } from './page-idle.ts'

/**
 * A control whose menu is made when it is first opened, because floating elements cost time even while closed. Its
 * `face` is rendered from the beginning and shows what it opens; `load` loads the menu's code after the first page.
 * `children` are the menu with the face as its target, on which the original press is repeated. With `open` it loads at
 * once.
 */
export function LazyMenu(props: {
  face: (onClick?: () => void) => ReactElement
  load: () => Promise<unknown>
  open?: boolean | undefined
  children: ReactNode
}) {
  const { load } = props
  const [isWanted, setWanted] = useState(props.open ?? false)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // If it fails, the menu tries again and reports it.
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
        {isWanted ? (
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

/** Runs a function when the elements before it are rendered. */
function Once({ run }: { run: () => void }) {
  const hasRun = useRef(false)
  useEffect(() => {
    if (!hasRun.current) run()
    hasRun.current = true
  })
  return null
}
