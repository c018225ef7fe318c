import type { Reply } from '#kit/web/data/call.ts'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import type { readRegistryDetails } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './registry-page.module.css'

const clients = ['DOCKER', 'PODMAN', 'SKOPEO', 'KUBERNETES'] as const
export type Client = (typeof clients)[number]

/** Chooses the client whose commands are shown. */
export function ClientChoice({ value, onChange }: { value: Client; onChange: (client: Client) => void }) {
  const t = useText()
  return (
    <SegmentedControl
      small
      aria-label={t('pull.client')}
      options={clients.map((name) => ({ value: name, label: t(`client.${name}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** How a client signs in and pulls the first image of a release. */
export function PullCommands({ details: { commands, images } }: { details: Reply<typeof readRegistryDetails> }) {
  const t = useText()
  return (
    <>
      {commands.map(({ purpose, command }) => (
        <CopyableText key={purpose} label={t(`command.${purpose}`)} text={command} copy={t('copy')} />
      ))}
      {commands.length === 0 && <p className={classes.quiet}>{t('pull.noCredential')}</p>}
      {images[0] && <CopyableText label={t('command.PULL')} text={images[0].pullCommand} copy={t('copy')} />}
    </>
  )
}
