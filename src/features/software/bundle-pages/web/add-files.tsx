import { Suspense, useRef, useState } from 'react'
import { ContainerPicker } from '#features/software/registry/web/index.ts'
import { readFileSharing } from '#features/software/uploads/contract.ts'
import { uploads } from '#features/software/uploads/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import {
  IconBrandDocker,
  IconClock,
  IconDots,
  IconFiles,
  IconFolder,
  IconLink,
  IconUpload,
} from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '../texts.ts'
import classes from './bundle-page.module.css'

const AnnounceFile = lazyNamed(() => import('./announce-file.tsx'), 'AnnounceFile')
const VendorFiles = lazyNamed(() => import('./vendor-files.tsx'), 'VendorFiles')
const FetchFile = lazyNamed(() => import('./fetch-file.tsx'), 'FetchFile')
const FetchFromBox = lazyNamed(() => import('./fetch-from-box.tsx'), 'FetchFromBox')

/**
 * The ways to add components: files and image archives of this computer, an address, Box, the registry and the vendor's
 * files; and a file can be announced.
 */
export function AddFiles({ bundleId }: { bundleId: string }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const archives = useRef<HTMLInputElement>(null)
  const [fetching, setFetching] = useState(false)
  const [picking, setPicking] = useState(false)
  const [inBox, setInBox] = useState(false)
  const [inVendorFiles, setInVendorFiles] = useState(false)
  const [isAnnouncing, setAnnouncing] = useState(false)
  const { data: sharing } = useQueryOf(readFileSharing, {})
  return (
    <div className={classes.add}>
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
        leftSection={<IconFiles size={15} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setInVendorFiles(true)}
      >
        {t('files.fromVendor')}
      </Button>
      <ActionMenu
        groups={[
          [
            { icon: <IconLink size={15} aria-hidden />, label: t('files.fromUrl'), run: () => setFetching(true) },
            {
              icon: <IconUpload size={15} aria-hidden />,
              label: t('files.addImages'),
              run: () => archives.current?.click(),
            },
            { icon: <IconClock size={15} aria-hidden />, label: t('files.announce'), run: () => setAnnouncing(true) },
          ],
        ]}
        face={(press) => (
          <IconButton variant="default" aria-label={t('files.more')} aria-haspopup="menu" onClick={press}>
            <IconDots size={16} aria-hidden />
          </IconButton>
        )}
      />
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
      <Suspense>
        {inVendorFiles && <VendorFiles bundleId={bundleId} onClose={() => setInVendorFiles(false)} />}
      </Suspense>
      <Suspense>{isAnnouncing && <AnnounceFile bundleId={bundleId} onClose={() => setAnnouncing(false)} />}</Suspense>
      <Suspense>{inBox && <FetchFromBox bundleId={bundleId} onClose={() => setInBox(false)} />}</Suspense>
    </div>
  )
}
