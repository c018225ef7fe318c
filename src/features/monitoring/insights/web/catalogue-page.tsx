import { useState } from 'react'
import { call } from '#kit/web/data/call.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import {
  editInsightCategory,
  editInsightType,
  type Grouping,
  listInsightCategories,
  listInsightTypes,
  readInsightCards,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { type GroupingEdit, prioritiesAfterMove } from './grouping-edit.ts'
import { GroupingRow } from './grouping-row.tsx'
import classes from './insights.module.css'

type Kind = 'categories' | 'types'

/** The categories and types of insights: their names, colors and priorities, with a preview of what is not saved. */
export function CataloguePage() {
  const t = useText()
  const [kind, setKind] = useState<Kind>('categories')
  const [edits, setEdits] = useState<Readonly<Record<string, GroupingEdit>>>({})
  const categories = useQueryOf(listInsightCategories, {})
  const types = useQueryOf(listInsightTypes, {})
  const rows = kind === 'categories' ? categories.data?._embedded.categories : types.data?._embedded.types
  const editedRows = rows?.map((row) => ({ ...row, ...edits[`${kind} ${row.id}`] }))
  const shownRows = editedRows?.toSorted((a, b) => a.priority - b.priority)
  const set = (id: string, edit: GroupingEdit | undefined) =>
    setEdits(({ [`${kind} ${id}`]: before, ...rest }) =>
      edit ? { ...rest, [`${kind} ${id}`]: { ...before, ...edit } } : rest,
    )
  const storedRow = (id: string) => rows!.find((row) => row.id === id)!
  const move = (id: string, to: number) => {
    for (const [movedId, priority] of prioritiesAfterMove(shownRows ?? [], id, to))
      if (priority !== editedRows?.find((row) => row.id === movedId)?.priority) set(movedId, { priority })
  }
  const unsavedRows = rows?.filter((row) => edits[`${kind} ${row.id}`]) ?? []
  const saveAll = useSaveGroupings(kind === 'categories' ? editInsightCategory : editInsightType)
  const save = () =>
    saveAll.run(
      unsavedRows.map((row) => ({ grouping: row, edit: edits[`${kind} ${row.id}`]! })),
      (id) => set(id, undefined),
    )
  return (
    <Page>
      <PageHeader
        title={t('edit.title')}
        note={t('edit.note', {
          categories: categories.data?._embedded.categories.length ?? '–',
          types: types.data?._embedded.types.length ?? '–',
        })}
        actions={
          <SegmentedControl
            aria-label={t('edit.kind')}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'categories', label: t('edit.categories') },
              { value: 'types', label: t('edit.types') },
            ]}
          />
        }
      />
      <QueryView<unknown> query={kind === 'categories' ? categories : types} rows={8}>
        {() =>
          shownRows && (
            <div className={classes.columns}>
              <Card
                title={t(`edit.${kind}`)}
                flush
                right={
                  unsavedRows.length > 1 && (
                    <Button size="compact-sm" loading={saveAll.isPending} onClick={() => void save()}>
                      {t('edit.saveEvery', { count: unsavedRows.length })}
                    </Button>
                  )
                }
              >
                <ol className={classes.edits}>
                  {shownRows.map((row, at) => (
                    <GroupingRow
                      key={`${kind} ${row.id}`}
                      grouping={storedRow(row.id)}
                      at={at}
                      last={at === shownRows.length - 1}
                      onMove={move}
                      edit={edits[`${kind} ${row.id}`]}
                      onEdit={(edit) => set(row.id, edit)}
                      endpoint={kind === 'categories' ? editInsightCategory : editInsightType}
                    />
                  ))}
                </ol>
              </Card>
              <CataloguePreview
                groupings={shownRows}
                unsaved={Object.keys(edits).some((key) => key.startsWith(kind))}
              />
            </div>
          )
        }
      </QueryView>
    </Page>
  )
}

/** The appearance and order of categories or types, in both colour schemes. */
function CataloguePreview({ groupings, unsaved }: { groupings: readonly Grouping[]; unsaved: boolean }) {
  const t = useText()
  return (
    <Card
      title={t('edit.preview')}
      right={unsaved ? <Badge colour="dark-yellow">{t('edit.unsaved')}</Badge> : undefined}
    >
      <div className={classes.previews}>
        {(['light', 'dark'] as const).map((scheme) => (
          <div key={scheme} className={classes.preview} data-mantine-color-scheme={scheme}>
            <ol>
              {groupings.map(({ id, displayName, color }) => (
                <li key={id}>
                  <span className={classes.swatch} style={{ '--category': color } as Record<string, string>} />
                  {displayName}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </Card>
  )
}

type GroupingChange = { readonly grouping: Grouping; readonly edit: GroupingEdit }

/** Saves several categories or types one after another, each on the version that was read; ends at the first error. */
function useSaveGroupings(endpoint: typeof editInsightCategory | typeof editInsightType) {
  const t = useText()
  const [isPending, setPending] = useState(false)
  return {
    isPending,
    async run(changed: readonly GroupingChange[], onSaved: (id: string) => void): Promise<void> {
      setPending(true)
      try {
        for (const { grouping, edit } of changed) {
          await call(endpoint, { params: { id: grouping.id }, body: edit }, { version: grouping.version })
          onSaved(grouping.id)
        }
        toast({ title: t('edit.savedEvery', { count: changed.length }) })
      } catch (failure) {
        showError(failure)
      }
      await refresh(listInsightCategories, listInsightTypes, readInsightCards)
      setPending(false)
    },
  }
}
