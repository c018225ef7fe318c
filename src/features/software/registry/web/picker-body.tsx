import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { IconBrandDocker, IconChevronRight, IconSearch } from '#kit/web/icons/icons.generated.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import type { FetchFile } from './add-picked.ts'
import classes from './container-picker.module.css'
import { PickedVersion } from './picked-version.tsx'
import { PickerFooter } from './picker-footer.tsx'
import { emptyField, LEVEL_NAMES, type PickerField, stepBack, wordOf } from './picker-levels.ts'
import { usePicker, type Vendor } from './use-picker.ts'

type Props = { vendor: Vendor; bundleId: string; fetchFile: FetchFile; onClose: () => void }

/** The images of one registry: the field, its three columns, and the version that is chosen. */
export function PickerBody({ vendor, bundleId, fetchFile, onClose }: Props) {
  const t = useText()
  const {
    field,
    setField,
    found: productsQuery,
    read,
    isWaiting,
    levels,
    version,
    choose,
    settleNext,
  } = usePicker(vendor)
  const { products, product, named: namedProducts, branches, branch, branchNames, versions, tags } = levels
  const { error } = productsQuery
  const none = (
    <EmptyState
      colour="grey"
      icon={<IconBrandDocker size={22} aria-hidden />}
      title={t(error ? 'picker.notConnected' : 'picker.empty')}
    >
      {vendor === 'portal' ? t('picker.push', { host: location.host }) : error && t('picker.connect')}
    </EmptyState>
  )
  const isRead = !isWaiting && !(read.error && !read.data)
  return (
    <QueryView query={productsQuery} rows={6} notFound={none} empty={none}>
      {() => (
        <>
          <PickerInput field={field} onChange={setField} onSettle={settleNext} />
          <div className={classes.columns}>
            <PickerColumn
              label={t('picker.product')}
              names={namedProducts}
              total={products.length}
              word={wordOf(field, 0)}
              chosen={product}
              noteOf={(name) => {
                const one = products.find((other) => other.product === name)
                return t('picker.branches', { count: one?.branches.length ?? 0 })
              }}
              onChoose={(name) => choose(0, name)}
            />
            <PickerColumn
              label={t('picker.branch')}
              names={branchNames}
              total={branches.length}
              word={wordOf(field, 1)}
              chosen={branch}
              noteOf={(name) =>
                t('picker.versions', { count: branches.find((one) => one.name === name)?.versions ?? 0 })
              }
              onChoose={(name) => choose(1, name)}
            />
            <PickerColumn
              label={t('picker.version')}
              names={tags}
              total={versions.length}
              word={wordOf(field, 2)}
              chosen={version?.tag}
              noteOf={(name) => {
                const updatedAt = versions.find(({ tag }) => tag === name)?.updated
                return updatedAt && formatDate(updatedAt)
              }}
              onChoose={(name) => choose(2, name)}
            >
              {isRead ? undefined : (
                <QueryView query={read} rows={3}>
                  {() => null}
                </QueryView>
              )}
            </PickerColumn>
          </div>
          {version && product !== undefined && branch !== undefined ? (
            <PickedVersion
              key={`${product}/${branch}/${version.tag}`}
              {...{ vendor, bundleId, product, branch, version, fetchFile, onClose }}
            />
          ) : (
            <PickerFooter images={0} isos={0} bytes={0} pending={false} onAdd={() => undefined} onClose={onClose} />
          )}
        </>
      )}
    </QueryView>
  )
}

/** One level of the picker: the names that match, one of them chosen, each with a note. */
function PickerColumn(props: {
  label: string
  names: readonly string[]
  total: number
  word: string
  chosen: string | undefined
  noteOf: (name: string) => ReactNode
  onChoose: (name: string) => void
  /** In place of the names while they are read, or when they cannot be. */
  children?: ReactNode
}) {
  const t = useText()
  const { label, names, total, word, chosen, noteOf, onChoose, children } = props
  return (
    <fieldset className={classes.column}>
      <legend>
        <span>{label}</span>
        <span>{children ? '' : t('picker.of', { some: names.length, all: total })}</span>
      </legend>
      <div className={classes.names}>
        {children ??
          names.map((name) => (
            <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
              <code>
                <Marked name={name} word={word} />
              </code>
              <small>{noteOf(name)}</small>
            </button>
          ))}
      </div>
    </fieldset>
  )
}

/** The name with the part that was typed marked. */
function Marked({ name, word }: { name: string; word: string }) {
  const at = word === '' ? -1 : name.toLowerCase().indexOf(word.toLowerCase())
  if (at < 0) return name
  return (
    <>
      {name.slice(0, at)}
      <b>{name.slice(at, at + word.length)}</b>
      {name.slice(at + word.length)}
    </>
  )
}

/** The one field for product, branch and version: Tab settles a level, Backspace takes one back, Enter settles all. */
function PickerInput(props: {
  field: PickerField
  onChange: (field: PickerField) => void
  /** Settles the next level, or all that have a match; false when there is none to settle. */
  onSettle: (all: boolean) => boolean
}) {
  const t = useText()
  const { field, onChange, onSettle } = props
  const input = useRef<HTMLInputElement>(null)
  const { settled, typed } = field
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if (event.key === 'Tab' && typed.trim() !== '' && onSettle(false)) event.preventDefault()
    if (event.key === 'Enter') {
      onSettle(true)
      event.preventDefault()
    }
    if (event.key === 'Backspace' && typed === '' && settled.length > 0) {
      onChange(stepBack(field))
      event.preventDefault()
    }
  }
  return (
    <>
      <label className={classes.field}>
        <IconSearch size={16} aria-hidden />
        {settled.map(({ name }, level) => (
          <span key={LEVEL_NAMES[level]} className={classes.step}>
            <span className={classes.chip}>{name}</span>
            {level < LEVEL_NAMES.length - 1 && <IconChevronRight size={14} aria-hidden />}
          </span>
        ))}
        <input
          ref={input}
          data-autofocus
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('picker.search')}
          aria-describedby="picker-hint"
          placeholder={settled.length === 0 ? t('picker.search') : ''}
          readOnly={settled.length === LEVEL_NAMES.length}
          value={typed}
          onChange={(event) => onChange({ settled, typed: event.currentTarget.value })}
          onKeyDown={press}
        />
        <span className={classes.keys} aria-hidden>
          <kbd>Tab</kbd> {t('picker.next')} <kbd>⌫</kbd> {t('picker.back')}
        </span>
      </label>
      <p id="picker-hint" className={classes.hint}>
        {t('picker.hint')}
        {(settled.length > 0 || typed !== '') && (
          <button
            type="button"
            onClick={() => {
              onChange(emptyField)
              input.current?.focus()
            }}
          >
            {t('picker.clear')}
          </button>
        )}
      </p>
    </>
  )
}
