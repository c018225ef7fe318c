export {
  askAboutBundle,
  changeBundle,
  createBundle,
  deleteBundle,
  listBundles,
  readBundle,
  readBundleDiff,
  readBundleHistory,
} from './contract/bundle-calls.ts'
export {
  BUNDLE_EVENTS,
  bundleAsked,
  bundleCreated,
  bundleDeleted,
  bundleHistoryRecorded,
  bundleMoved,
  bundleUpdated,
  fileAdded,
  fileDeleted,
  fileUpdated,
} from './contract/bundle-events.ts'
export {
  askAboutBundles,
  bundleProblems,
  endBundles,
  holdBundles,
  manageBundles,
  manageFiles,
  readBundles,
  readEveryBundle,
  writeNotes,
} from './contract/bundle-permissions.ts'
export {
  Bundle,
  BundleDiff,
  BundleEntry,
  ComponentChange,
  ComponentFile,
  ComponentType,
  ContainerImage,
  FileStatus,
  ProductName,
  Sbom,
} from './contract/bundle-shapes.ts'
export { type BundleMove, BundleStatus, bundleMoves, canTransitionBundle, isEditable } from './contract/bundle-state.ts'
export {
  holdBundle,
  moveBundleToEol,
  unholdBundle,
} from './contract/bundle-transition-calls.ts'
export {
  addComponentFile,
  changeComponentFile,
  deleteComponentFile,
  listComponentFiles,
} from './contract/component-calls.ts'
export { validateName } from './contract/component-name.ts'
export { productInName } from './contract/product-in-name.ts'
