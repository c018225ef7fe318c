import { Combobox, Modal, useCombobox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconSearch } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { type AccountChoice, useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { usePaletteText } from '../texts.ts'
import { matchedParts } from './matched-parts.ts'
import classes from './palette.module.css'
import type { PaletteHit } from './palette-hit.ts'
import { usePaletteHits } from './use-palette-hits.ts'

/** Search or jump: accounts, cases, users from the server, pages and actions from the page, in one list. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = usePaletteText()
  return (
    <Modal.Root opened={opened} onClose={onClose} size={680} yOffset={96} radius={12} padding={0}>
      <Modal.Overlay backgroundOpacity={1} />
      <Modal.Content aria-label={t('title')}>
        <Modal.Body p={0}>
          <PaletteBody onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const t = usePaletteText()
  const [writtenText, setWrittenText] = useState('')
  const [narrow, setNarrow] = useState<AccountChoice | null>(null)
  const split = useRef(false)
  const account = useAccount()
  const accounts = useAccounts()
  const actor = usePrincipal()
  const navigate = useNavigate()
  const combobox = useCombobox({ opened: true })
  const { groups, words, count, milliseconds, pending } = usePaletteHits(writtenText, narrow)
  const { selectFirstOption } = combobox
  const rows = groups.map((group) => group.rows.map(({ id }) => id).join()).join()
  // After the rows of a response are in the document: an earlier selection would not find them.
  useEffect(() => {
    const timer = rows === '' ? undefined : setTimeout(selectFirstOption)
    return () => clearTimeout(timer)
  }, [rows, selectFirstOption])
  const go = (path: string) => void navigate({ href: path })
  const all = groups.flatMap(({ rows }) => rows)
  const pick = (id: string) => {
    const row = all.find((one) => one.id === id)
    const run = (split.current && row?.runInSplit) || row?.run
    onClose()
    run?.({ account, actor, go })
  }
  // The page's own account, else that of the chosen row.
  const within = () => {
    const of = (all[combobox.getSelectedOptionIndex()] ?? all[0])?.account
    return account ?? accounts.find(({ id }) => id === of?.id) ?? null
  }
  const mayNarrow = account !== null || all.some((row) => row.account)
  const onKeyDown = (event: KeyboardEvent) => {
    // The list is always open here and would handle Escape itself.
    if (event.key === 'Escape') return onClose()
    split.current = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.key !== 'Tab' || event.shiftKey || !(narrow || mayNarrow)) return
    event.preventDefault()
    setNarrow(narrow ? null : within())
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false}>
      <div className={classes.head}>
        <IconSearch size={18} aria-hidden />
        <Combobox.EventsTarget>
          <input
            data-autofocus
            className={classes.input}
            aria-label={t('title')}
            placeholder={t('placeholder')}
            value={writtenText}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setWrittenText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </Combobox.EventsTarget>
        {(narrow || mayNarrow) && (
          <span className={classes.scope}>
            {narrow ? t('inOne', { account: narrow.displayName }) : t('inAll')}
            <Shortcut combo="Tab" />
            {narrow ? t('widen') : t('narrow')}
          </span>
        )}
      </div>
      {groups.length > 0 ? (
        <Combobox.Options tabIndex={0} className={classes.options} aria-label={t('title')}>
          {groups.map((group) => (
            <Combobox.Group key={group.label} label={group.label}>
              {group.rows.map((row) => (
                <Combobox.Option key={row.id} value={row.id} className={classes.option}>
                  <PaletteRow row={row} words={words} />
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      ) : (
        <Combobox.Empty className={classes.empty}>
          {writtenText === '' || pending ? t('start') : t('none', { words: writtenText })}
        </Combobox.Empty>
      )}
      <PaletteFoot count={count} milliseconds={milliseconds} split={all.some((row) => row.runInSplit)} />
    </Combobox>
  )
}

/** The keys of the palette, and the number of results and the search time. */
function PaletteFoot(props: { count: number; milliseconds: number | null; split: boolean }) {
  const t = usePaletteText()
  const { count, milliseconds, split } = props
  return (
    <div className={classes.foot}>
      <span>
        <Shortcut combo="ArrowUp" /> <Shortcut combo="ArrowDown" /> {t('move')}
      </span>
      <span>
        <Shortcut combo="Enter" /> {t('open')}
      </span>
      {split && (
        <span>
          <Shortcut combo="mod+Enter" /> {t('split')}
        </span>
      )}
      <span>
        <Shortcut combo=">" /> {t('actionsOnly')}
      </span>
      <span className="end num" role="status">
        {milliseconds !== null && t('hits', { count, ms: milliseconds })}
      </span>
    </div>
  )
}

/** One row of the palette: icon, title with the matched letters marked, what distinguishes it from others, state or key. */
function PaletteRow({ row, words }: { row: PaletteHit; words: string }) {
  const Icon = row.icon
  return (
    <div className={classes.row}>
      {row.monogram ? <Monogram name={row.monogram} size={20} /> : Icon && <Icon size={18} aria-hidden />}
      <span className="el">
        <Marked text={row.title} words={words} />
      </span>
      <span className={classes.about}>
        {row.code && (
          <code>
            <Marked text={row.code} words={words} />
          </code>
        )}
        {row.note && <span className={classes.note}>{row.note}</span>}
      </span>
      <span className={classes.tail}>
        {row.status && <StateBadge kind="case" state={row.status} />}
        {row.keys && <Shortcut combo={row.keys} />}
        <span className={classes.enter}>
          <Shortcut combo="Enter" />
        </span>
      </span>
    </div>
  )
}

function Marked({ text, words }: { text: string; words: string }) {
  return matchedParts(text, words).map((part) => (part.matched ? <mark key={part.at}>{part.text}</mark> : part.text))
}
