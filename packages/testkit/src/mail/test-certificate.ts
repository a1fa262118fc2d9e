/**
 * A certificate for localhost and 127.0.0.1, trusted by nobody who is not told to, with its key. Valid from 2000 to 2126, whatever the machine's clock says; of
 * no use outside of tests.
 */
export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMZYaeermwFZlzm1P
GIKRCoWfxH5iRE15g8pHon663buhRANCAARGauzQMk2rpuVBeTJD0m+MHUR2pSjA
nzsWImfiWKbxZiWSLP/0ZrS6rTvEZlSkAN6ZGzx6oRNSrCS84dpHsSb5
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUJNMiNiWormMWknfzRnLwcHzRTW4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTAwMDEwMTAwMDAwMFoYDzIxMjYwMTAx
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARGauzQMk2rpuVBeTJD0m+MHUR2pSjAnzsWImfiWKbxZiWSLP/0ZrS6
rTvEZlSkAN6ZGzx6oRNSrCS84dpHsSb5o28wbTAdBgNVHQ4EFgQUAmo2Ul/Q1jyG
PSM0t/j48C8AIPkwHwYDVR0jBBgwFoAUAmo2Ul/Q1jyGPSM0t/j48C8AIPkwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgA8eFd0nCwp30PZSFUXMqEO6sWMXSX2My4Bh/swqPs2kCIQCp
bdOO6q6dAyIbzOcMiFHW6QKZaA4Q2VPQ9pk8NF0kqw==
-----END CERTIFICATE-----
`,
}
