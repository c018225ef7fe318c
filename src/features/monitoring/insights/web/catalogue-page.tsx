import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { editInsightCategory, editInsightType, listInsightCategories, listInsightTypes } from '../contract.ts'
import { useText } from '../texts.ts'
import { CataloguePreview } from './catalogue-preview.tsx'
import { type GroupingEdit, prioritiesAfterMove } from './grouping-edit.ts'
import { GroupingRow } from './grouping-row.tsx'
import classes from './insights.module.css'
import { useSaveGroupings } from './use-save-groupings.ts'

type Kind = 'categories' | 'types'

/** The categories and types of insights: their names, colors and priorities, with a preview of what is not saved. */
export function CataloguePage() {
  const t = useText()
  const [kind, setKind] = useState<Kind>('categories')
  const [edits, setEdits] = useState<Readonly<Record<string, GroupingEdit>>>({})
  const categories = useQueryOf(listInsightCategories, {})
  const types = useQueryOf(listInsightTypes, {})
  const rows = kind === 'categories' ? categories.data?._embedded.categories : types.data?._embedded.types
  const edited = rows?.map((row) => ({ ...row, ...edits[`${kind} ${row.id}`] }))
  const shown = edited?.toSorted((a, b) => a.priority - b.priority)
  const set = (id: string, edit: GroupingEdit | undefined) =>
    setEdits(({ [`${kind} ${id}`]: before, ...rest }) =>
      edit ? { ...rest, [`${kind} ${id}`]: { ...before, ...edit } } : rest,
    )
  const stored = (id: string) => rows!.find((row) => row.id === id)!
  const move = (id: string, to: number) => {
    for (const [moved, priority] of prioritiesAfterMove(shown ?? [], id, to))
      if (priority !== edited?.find((row) => row.id === moved)?.priority) set(moved, { priority })
  }
  const unsaved = rows?.filter((row) => edits[`${kind} ${row.id}`]) ?? []
  const saveAll = useSaveGroupings(kind === 'categories' ? editInsightCategory : editInsightType)
  const save = () =>
    saveAll.run(
      unsaved.map((row) => ({ grouping: row, edit: edits[`${kind} ${row.id}`]! })),
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
          shown && (
            <div className={classes.columns}>
              <Card
                title={t(`edit.${kind}`)}
                flush
                right={
                  unsaved.length > 1 && (
                    <Button size="compact-sm" loading={saveAll.isPending} onClick={() => void save()}>
                      {t('edit.saveEvery', { count: unsaved.length })}
                    </Button>
                  )
                }
              >
                <ol className={classes.edits}>
                  {shown.map((row, at) => (
                    <GroupingRow
                      key={`${kind} ${row.id}`}
                      grouping={stored(row.id)}
                      at={at}
                      last={at === shown.length - 1}
                      onMove={move}
                      edit={edits[`${kind} ${row.id}`]}
                      onEdit={(edit) => set(row.id, edit)}
                      endpoint={kind === 'categories' ? editInsightCategory : editInsightType}
                    />
                  ))}
                </ol>
              </Card>
              <CataloguePreview groupings={shown} unsaved={Object.keys(edits).some((key) => key.startsWith(kind))} />
            </div>
          )
        }
      </QueryView>
    </Page>
  )
}
