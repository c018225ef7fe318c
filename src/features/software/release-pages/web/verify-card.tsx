import { useState } from 'react'
import type { BundleRelease } from '#features/software/releases/contract.ts'
import {
  IconCertificate,
  IconFileCode,
  IconFileZip,
  IconHash,
  IconHistory,
  IconKey,
  IconShieldCheck,
} from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { useText } from '../texts.ts'
import classes from './release-page.module.css'

/** How the customer verifies, offline, that the files are the signed ones. */
export function VerifyCard({ release }: { release: BundleRelease }) {
  const t = useText()
  const [way, setWay] = useState<'script' | 'openssl'>('openssl')
  const { signature, approval } = release
  if (!signature)
    return (
      <Card title={t('verify.title')}>
        <p className={classes.quiet}>{t('verify.notYet')}</p>
      </Card>
    )
  const base = `/api/bundle-releases/${release.id}`
  const keys = '/.well-known/headend-keys.pem'
  const ways = {
    script: [
      `curl -O ${location.origin}${keys} \\\n  -O ${location.origin}/.well-known/headend-verify.sh`,
      `sh headend-verify.sh headend-keys.pem \\\n  ${release.account} release-${release.id}`,
    ],
    openssl: [
      `cd release-${release.id}`,
      'openssl pkeyutl -verify -rawin -pubin \\\n  -inkey ../headend-keys.pem -in release.pae \\\n  -sigfile release.sig',
      `grep -aoE '"(accountName|sha256sums)":"[^"]*"' release.pae`,
      'sha256sum SHA256SUMS',
      'sha256sum -c SHA256SUMS',
    ],
  } as const
  return (
    <Card title={t('verify.title')}>
      <dl className={classes.facts}>
        <dt>{t('verify.signed')}</dt>
        <dd>
          <code title={signature.keyId}>
            {t('verify.key', { algorithm: signature.algorithm, key: signature.keyId.slice(0, 8) })}
          </code>
        </dd>
        <dt>{t('verify.digests')}</dt>
        <dd>{t('column.digest')}</dd>
        {approval && (
          <>
            <dt>{t('verify.approved')}</dt>
            <dd>{approval.by}</dd>
          </>
        )}
      </dl>
      <SegmentedControl
        small
        aria-label={t('verify.way')}
        options={[
          { value: 'openssl', label: <code>openssl</code> },
          { value: 'script', label: <code>headend-verify.sh</code> },
        ]}
        value={way}
        onChange={(value) => setWay(value as keyof typeof ways)}
      />
      <p className={classes.quiet}>{t(`verify.${way}`)}</p>
      {ways[way].map((command) => (
        <div key={command} className={classes.command}>
          <pre>
            <code>{command}</code>
          </pre>
          <CopyButton value={command.replaceAll(/\\\n\s+/g, '')} label={t('verify.copy')} />
        </div>
      ))}
      <nav className={classes.papers} aria-label={t('verify.papers')}>
        <a href={`${base}/signature`} download>
          <IconCertificate size={15} aria-hidden /> {t('verify.envelope')}
        </a>
        <a href={keys} download>
          <IconKey size={15} aria-hidden /> {t('verify.publicKey')}
        </a>
        <a href={`/.well-known/headend-keys.minisign.pub?key=${signature.keyId}`} download="headend-keys.minisign.pub">
          <IconKey size={15} aria-hidden /> {t('verify.minisignKey')}
        </a>
        <a href="/.well-known/headend-keys.json" target="_blank" rel="noreferrer">
          <IconHistory size={15} aria-hidden /> {t('verify.history')}
        </a>
        <a href="/.well-known/headend-verify.mjs" download>
          <IconFileCode size={15} aria-hidden /> headend-verify.mjs
        </a>
        <a href={`${base}/checksums`} download>
          <IconHash size={15} aria-hidden /> SHA256SUMS
        </a>
        <a href={`${base}/manifest`} download>
          <IconShieldCheck size={15} aria-hidden /> {t('verify.manifest')}
        </a>
        <a href={`${base}/verification-kit`} download>
          <IconFileZip size={15} aria-hidden /> {t('verify.kit')}
        </a>
      </nav>
    </Card>
  )
}
