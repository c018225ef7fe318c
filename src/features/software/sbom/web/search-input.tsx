import { useEffect, useState } from 'react'
import { IconSearch } from '#kit/web/icons/icons.generated.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useText } from '../texts.ts'
import classes from './sbom.module.css'

/** What to search for (`q` in the address); the result follows a moment after the last keystroke. */
export function SearchInput() {
  const t = useText()
  const { query, change } = useUrlQuery<'q'>()
  const inAddress = String(query.q ?? '')
  const [typed, setTyped] = useState(inAddress)
  useEffect(() => setTyped(inAddress), [inAddress])
  useEffect(() => {
    if (typed === inAddress) return
    const timer = setTimeout(() => change({ q: typed === '' ? undefined : typed }), 300)
    return () => clearTimeout(timer)
  }, [typed, inAddress, change])
  return (
    <div className={classes.search}>
      <IconSearch size={18} aria-hidden />
      <input
        type="search"
        aria-label={t('field')}
        placeholder={t('example')}
        spellCheck={false}
        autoComplete="off"
        maxLength={400}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <span className={classes.hint}>{t('hint')}</span>
    </div>
  )
}
