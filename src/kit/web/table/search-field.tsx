import { useEffect, useRef, useState } from 'react'
import { IconSearch } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '../keys/key-registry.ts'
import { Shortcut } from '../look/keys.tsx'
import { useText } from '../text/kit-text.ts'
import classes from './filter.module.css'
import type { ListState } from './list-state.ts'

/**
 * The search field of a list (`q` in the address); `/` focuses it, and the list follows 200 ms after the last
 * keystroke. Light, because it is on first pages.
 */
export function SearchField({ state, label, name = 'q' }: { state: ListState; label: string; name?: string }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const inAddress = state.filters[name]?.join(',') ?? ''
  const [writtenWords, setWrittenWords] = useState(inAddress)
  const setFilter = useRef(state.setFilter)
  useEffect(() => {
    setFilter.current = state.setFilter
  })
  useEffect(() => setWrittenWords(inAddress), [inAddress])
  useEffect(() => {
    if (writtenWords === inAddress) return
    const { pathname } = location
    const timer = setTimeout(() => {
      // A row was opened meanwhile: the words are not those of its page.
      if (location.pathname === pathname) setFilter.current(name, writtenWords === '' ? [] : [writtenWords])
    }, 200)
    return () => clearTimeout(timer)
  }, [writtenWords, inAddress, name])
  useKeys([{ combo: '/', label: t('keys.search'), group: t('keys.list'), run: () => field.current?.focus() }])
  return (
    <div className={classes.search}>
      <IconSearch size={15} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={writtenWords}
        onChange={(event) => setWrittenWords(event.currentTarget.value)}
      />
      <Shortcut combo="/" />
    </div>
  )
}
