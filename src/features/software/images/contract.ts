export { isRepository, isTag } from './contract/image-names.ts'
