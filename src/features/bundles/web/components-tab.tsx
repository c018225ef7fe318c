import { Button } from '@mantine/core'
import { IconFiles, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { uploads, useUploads } from '#features/uploads/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Notice } from '#kit/web/notices/notice.tsx'
import { Failed } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { State } from '#kit/web/states/state.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type Bundle, isEditable, listComponentFiles, manageFiles } from '../contract.ts'
import classes from './bundle-page.module.css'
import { useComponentColumns } from './component-columns.tsx'
import type { ComponentRow } from './component-row.ts'
import { droppedFiles } from './dropped-files.ts'
import { useText } from './text.ts'

/** The files of a bundle. Drop files or folders anywhere on it: rows appear at once, with how far they are. */
export function ComponentsTab({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const may = useAllows(manageFiles) && isEditable(bundle.status)
  const answer = useQueryOf(listComponentFiles, { query: { bundleId: bundle.id, size: 10_000 } })
  const mine = useUploads().filter(({ bundleId, stage }) => bundleId === bundle.id && stage !== 'done')
  const columns = useComponentColumns(may)
  if (answer.error && !answer.data) return <Failed error={answer.error} retry={() => void answer.refetch()} />
  const files = answer.data?._embedded.files
  if (!files) return <LoadingRows rows={6} />
  const missing = files.filter(({ fileStatus }) => fileStatus !== 'IN_STORAGE').length
  const uploading = mine.map((item): ComponentRow => ({ key: item.key, name: item.file.name, item }))
  const stored = files
    .filter(({ fileName }) => !uploading.some(({ name }) => name === fileName))
    .map((file): ComponentRow => ({ key: file.id, name: file.fileName, file }))
  const take = (chosen: readonly File[]) => uploads.add(chosen, bundle.id)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void droppedFiles(event.dataTransfer).then(take)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <>
      {may && (
        <div className={classes.tools}>
          <span className={classes.quiet}>{t('files.drop')}</span>
          <Button leftSection={<IconUpload size={15} aria-hidden />} onClick={() => chooser.current?.click()}>
            {t('files.add')}
          </Button>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label={t('files.add')}
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </div>
      )}
      {missing + uploading.length > 0 && <Notice>{t('files.missing', { count: missing + uploading.length })}</Notice>}
      <section
        className={`${classes.frame} ${classes.drop}`}
        aria-label={t('files.drop')}
        data-over={over || undefined}
        {...(may ? { onDragOver: drag, onDragLeave: () => setOver(false), onDrop: drop } : {})}
      >
        {uploading.length + stored.length > 0 ? (
          <PlainTable
            label={t('tab.components')}
            columns={columns}
            rows={[...uploading, ...stored]}
            id={({ key }) => key}
          />
        ) : (
          <State colour="grey" icon={<IconFiles size={22} aria-hidden />} title={t('files.empty')}>
            {t('files.emptyText')}
          </State>
        )}
      </section>
    </>
  )
}
