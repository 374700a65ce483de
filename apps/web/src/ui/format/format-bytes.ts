export { byteScale, formatBytes } from '@portico/contract/format-bytes'
