export { byteScale, evenBytes, formatBytes } from '@portico/contract/format-bytes'
