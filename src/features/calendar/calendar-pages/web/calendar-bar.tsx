import { useQueryOf } from '#kit/web/data/query.ts'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { IconChevronLeft, IconChevronRight } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { listTags } from '../../tags/contract.ts'
import { useText } from '../texts.ts'
import classes from './calendar.module.css'
import { step, type View, views } from './times.ts'

/** The controls above the calendar: its time, its view, its tags, and the search by words, which replaces the others. */
export function CalendarBar(props: {
  view: View
  day: string
  today: string
  tags: string[]
  isSearching: boolean
  onGo: (parts: { view?: View; date?: string }) => void
  onTags: (tags: string[]) => void
}) {
  const t = useText()
  const { view, day, today, tags, isSearching, onGo, onTags } = props
  const state = useListState({ filters: ['q'], sort: '' })
  const allTags = useQueryOf(listTags, {}).data?._embedded.tags ?? []
  return (
    <div className={classes.bar}>
      {!isSearching && (
        <>
          <IconButton aria-label={t('before')} onClick={() => onGo({ date: step(view, day, -1) })}>
            <IconChevronLeft size={16} aria-hidden />
          </IconButton>
          <Button variant="default" onClick={() => onGo({ date: today })}>
            {t('today')}
          </Button>
          <IconButton aria-label={t('after')} onClick={() => onGo({ date: step(view, day, 1) })}>
            <IconChevronRight size={16} aria-hidden />
          </IconButton>
          <SegmentedControl
            aria-label={t('view')}
            value={view}
            onChange={(next) => onGo({ view: next })}
            options={views.map((value) => ({ value, label: t(`view_${value}`) }))}
          />
          <MultiSelect
            aria-label={t('tags')}
            placeholder={tags.length === 0 ? t('allTags') : ''}
            className={classes.tags}
            searchable
            withScrollArea={false}
            comboboxProps={{ withinPortal: false }}
            value={tags}
            onChange={onTags}
            data={allTags.filter(({ scope }) => scope !== 'SYSTEM').map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      )}
      <SearchField state={state} label={t('search.label')} />
      {isSearching && (
        <Button variant="default" onClick={state.clear}>
          {t('search.clear')}
        </Button>
      )}
    </div>
  )
}
