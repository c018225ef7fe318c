import { isRepository, isTag } from '#features/software/images/contract.ts'

/** Repository and tag of an image in a registry. */
export type ImageAddress = { readonly repository: string; readonly tag: string }

/** Reads `repository:tag`; undefined when it is none. */
export function readImageAddress(text: string): ImageAddress | undefined {
  const [repository = '', tag = '', ...rest] = text.split(':')
  return rest.length === 0 && isRepository(repository) && isTag(tag) ? { repository, tag } : undefined
}

/** What an image was built for: the first two parts of its repository, and its tag. */
export function originOf({ repository, tag }: ImageAddress) {
  const [product = null, branch = null] = repository.split('/')
  return branch === null
    ? { product: null, branch: null, productVersion: null }
    : { product, branch, productVersion: tag }
}
