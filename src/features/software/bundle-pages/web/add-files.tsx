import { Suspense, useRef, useState } from 'react'
import { ContainerPicker } from '#features/software/registry/web/index.ts'
import { readFileSharing } from '#features/software/uploads/contract.ts'
import { uploads } from '#features/software/uploads/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconBrandDocker, IconFolder, IconLink, IconUpload } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { useText } from '../texts.ts'
import classes from './bundle-page.module.css'

const FetchFile = lazyNamed(() => import('./fetch-file.tsx'), 'FetchFile')
const FetchFromBox = lazyNamed(() => import('./fetch-from-box.tsx'), 'FetchFromBox')

/** The ways to add components: files and image archives of this computer, an address, Box, and the registry. */
export function AddFiles({ bundleId }: { bundleId: string }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const archives = useRef<HTMLInputElement>(null)
  const [fetching, setFetching] = useState(false)
  const [picking, setPicking] = useState(false)
  const [inBox, setInBox] = useState(false)
  const { data: sharing } = useQueryOf(readFileSharing, {})
  return (
    <div className={classes.add}>
      <Button
        variant="default"
        leftSection={<IconLink size={15} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setFetching(true)}
      >
        {t('files.fromUrl')}
      </Button>
      {sharing?.connected && (
        <Button
          variant="default"
          leftSection={<IconFolder size={15} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setInBox(true)}
        >
          {t('files.fromBox')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconBrandDocker size={15} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setPicking(true)}
      >
        {t('files.fromRegistry')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => archives.current?.click()}
      >
        {t('files.addImages')}
      </Button>
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
          uploads.add([...(event.currentTarget.files ?? [])], bundleId)
          event.currentTarget.value = ''
        }}
      />
      <input
        ref={archives}
        type="file"
        multiple
        hidden
        accept=".tar,.tgz,.gz"
        aria-label={t('files.addImages')}
        onChange={(event) => {
          uploads.add([...(event.currentTarget.files ?? [])], bundleId, { componentType: 'container' })
          event.currentTarget.value = ''
        }}
      />
      <Suspense>
        {picking && (
          <ContainerPicker
            bundleId={bundleId}
            fetchFile={(...file) => uploads.fetch(...file)}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
      <Suspense>{fetching && <FetchFile bundleId={bundleId} onClose={() => setFetching(false)} />}</Suspense>
      <Suspense>{inBox && <FetchFromBox bundleId={bundleId} onClose={() => setInBox(false)} />}</Suspense>
    </div>
  )
}
