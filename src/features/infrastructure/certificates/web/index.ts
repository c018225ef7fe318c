import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { signCertificates } from '../contract/certificate.ts'
import { certificatesPath } from '../paths.ts'

const { text: label } = texts('certificates-labels', {
  certificates: 'Certificates',
})

const guard = { only: [signCertificates] }

/** The certificates of an account. */
export const certificatesWeb: FeatureWeb = {
  name: 'certificates',
  pages: [
    {
      path: certificatesPath,
      label: () => label('certificates'),
      guard,
      load: async () => ({ Page: (await import('./certificates-page.tsx')).CertificatesPage }),
    },
  ],
  rail: [
    {
      id: 'infrastructure-certificates',
      parent: 'infrastructure',
      section: 'main',
      order: 4,
      label: () => label('certificates'),
      guard,
      to: (account) => account && certificatesPath({ account }),
    },
  ],
}
