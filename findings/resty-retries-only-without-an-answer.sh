#!/usr/bin/env bash
# resty 2.16.5 with SetRetryCount(3) sends a request again only if no answer came: a 500, 503 or 429 is a success to it.
#
# v2node and V2bX push their members' traffic with it, and set their counters to zero before. Whoever answers 503 while a database restarts
# makes them throw away what they carried, and v2node logs that the push succeeded. A connection that is closed without an answer is tried
# four times, all within seconds. Behind a proxy that turns the close into a 502, once.
#
# Seen with resty 2.16.5:
#   503: 1 request, error: false
#   429: 1 request, error: false
#   closed: 4 requests, error: true
set -euo pipefail
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
go mod init try >/dev/null 2>&1
cat >try.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"

	"github.com/go-resty/resty/v2"
)

func main() {
	for _, how := range []string{"503", "429", "closed"} {
		var seen atomic.Int32
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen.Add(1)
			switch how {
			case "503":
				w.WriteHeader(503)
			case "429":
				w.WriteHeader(429)
			default:
				connection, _, _ := w.(http.Hijacker).Hijack()
				connection.Close()
			}
		}))
		client := resty.New().SetRetryCount(3).SetDisableWarn(true).SetLogger(quiet{})
		_, err := client.R().SetBody(map[int][]int64{1: {5, 6}}).Post(server.URL)
		word := "requests"
		if seen.Load() == 1 {
			word = "request"
		}
		fmt.Printf("%s: %d %s, error: %t\n", how, seen.Load(), word, err != nil)
		server.Close()
	}
}

type quiet struct{}

func (quiet) Errorf(string, ...interface{}) {}
func (quiet) Warnf(string, ...interface{})  {}
func (quiet) Debugf(string, ...interface{}) {}
GO
go get github.com/go-resty/resty/v2@v2.16.5 >/dev/null 2>&1
go run try.go | tee seen
diff seen - <<'SEEN'
503: 1 request, error: false
429: 1 request, error: false
closed: 4 requests, error: true
SEEN
