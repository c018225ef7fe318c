import { Drawer, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { listBundleComponents, listVendorFiles, type VendorFile } from '#features/software/uploads/contract.ts'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconFiles, IconSearch, IconUpload } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DrawerFoot } from '#kit/web/look/drawer-foot.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import { nameOfPath, takeVendorFiles } from './take-vendor-files.ts'
import { VendorFileTable } from './vendor-file-table.tsx'
import classes from './vendor-files.module.css'

const UploadVendorFile = lazyNamed(() => import('./upload-vendor-file.tsx'), 'UploadVendorFile')

/** Milliseconds without a key until the list follows the search. */
const PAUSE = 200
const MOST = 200

/** The vendor's file area: files are chosen from it for a bundle, put into it, and deleted. */
export function VendorFiles({ bundleId, onClose }: { bundleId: string; onClose: () => void }) {
  const t = useText()
  const phone = useIsMobile()
  const [words, setWords] = useState('')
  const [pathContains] = useDebouncedValue(words.trim(), PAUSE)
  const [chosenFiles, setChosenFiles] = useState<readonly VendorFile[]>([])
  const [isUploading, setUploading] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const filter = pathContains === '' ? {} : { pathContains }
  const files = useQueryOf(listVendorFiles, { query: { ...filter, size: MOST } }, { keep: true })
  const components = useQueryOf(listBundleComponents, { query: { bundleId, size: 10_000 } })
  const total = files.data?.page.totalElements ?? 0
  const drop = ({ id }: VendorFile) => setChosenFiles(chosenFiles.filter((file) => file.id !== id))
  const add = async () => {
    setAdding(true)
    const restFiles = await takeVendorFiles(bundleId, chosenFiles, (count) => t('vendor.added', { count }))
    setAdding(false)
    setChosenFiles(restFiles)
    if (restFiles.length === 0) onClose()
  }
  return (
    <Drawer
      opened
      position="right"
      size={phone ? '100%' : 744}
      title={t('vendor.title')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('vendor.close') }}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <div className={classes.tools}>
        <TextInput
          data-autofocus
          type="search"
          className={classes.search ?? ''}
          aria-label={t('vendor.search')}
          placeholder={t('vendor.search')}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconUpload size={15} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setUploading(true)}
        >
          {t('vendor.upload')}
        </Button>
      </div>
      <QueryView query={jointQuery({ files, components })} rows={6}>
        {(data) => {
          const { files: rows } = data.files._embedded
          if (rows.length === 0)
            return (
              <EmptyState
                colour="grey"
                icon={<IconFiles size={22} aria-hidden />}
                title={t(pathContains === '' ? 'vendor.empty' : 'vendor.filtered')}
              >
                {pathContains === '' && t('vendor.emptyText')}
              </EmptyState>
            )
          return (
            <>
              <VendorFileTable
                files={rows}
                components={data.components._embedded.components}
                chosenFiles={chosenFiles}
                onChange={setChosenFiles}
                onDeleted={drop}
              />
              {total > MOST && <p className={classes.more}>{t('vendor.more', { some: MOST, all: total })}</p>}
            </>
          )
        }}
      </QueryView>
      <Footer files={chosenFiles} pending={isAdding} onAdd={() => void add()} onClose={onClose} />
      <Suspense>
        {isUploading && (
          <UploadVendorFile
            onUploaded={(file) => setChosenFiles([...chosenFiles.filter(({ id }) => id !== file.id), file])}
            onClose={() => setUploading(false)}
          />
        )}
      </Suspense>
    </Drawer>
  )
}

/** What was chosen, and the buttons of the picker. */
function Footer(props: { files: readonly VendorFile[]; pending: boolean; onAdd: () => void; onClose: () => void }) {
  const t = useText()
  const { files, pending, onAdd, onClose } = props
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const words = t('vendor.chosen', { count: files.length })
  return (
    <DrawerFoot choice={files.length > 0 ? { words, note: formatBytes(bytes) } : undefined}>
      <Button variant="default" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button loading={pending} blocked={whyNot(files, t)} onClick={onAdd}>
        {t('vendor.add', { count: files.length })}
      </Button>
    </DrawerFoot>
  )
}

/** Why these files cannot be added together; undefined when they can. */
function whyNot(files: readonly VendorFile[], t: ReturnType<typeof useText>): string | undefined {
  if (files.length === 0) return t('notYet.files')
  const names = files.map(({ path }) => nameOfPath(path).toLowerCase())
  const repeatedFile = files.find((_, index) => names.indexOf(names[index] ?? '') !== index)
  return repeatedFile && t('vendor.sameName', { name: nameOfPath(repeatedFile.path) })
}
