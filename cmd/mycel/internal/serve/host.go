package serve

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// hostCheck answers only requests to hosts of this server. Any site can have its name
// resolve to 127.0.0.1, and its pages could then read the files of this server, since for
// the browser both are one origin. Such a request names the site in its Host header.
type hostCheck struct {
	next  http.Handler
	given string     // the host that the user listens at, in lower case; "" for all
	at    netip.Addr // where the server listens; invalid if that is no address of IP
}

// newHostCheck wraps a handler. addr is the host and port that the user has asked for, l the
// address that came of it.
func newHostCheck(next http.Handler, addr string, l net.Addr) *hostCheck {
	c := &hostCheck{next: next}
	if host, _, err := net.SplitHostPort(addr); err == nil {
		c.given = strings.ToLower(host)
	}
	if tcp, ok := l.(*net.TCPAddr); ok {
		c.at = tcp.AddrPort().Addr().Unmap()
	}
	return c
}

// ServeHTTP refuses requests to other hosts.
func (c *hostCheck) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !c.allows(r.Host) {
		http.Error(w, "this server answers to localhost, to its own address, and to the host that --addr names", http.StatusMisdirectedRequest)
		return
	}
	c.next.ServeHTTP(w, r)
}

// allows reports whether a Host header names this server. Ports do not matter: containers
// change them.
func (c *hostCheck) allows(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || name != "" && name == c.given {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(name, "[]"))
	if err != nil {
		return false
	}
	// Whoever listens everywhere is reached at addresses that are not known here. Unlike a
	// name, an address cannot be made to lead here by others.
	return ip.IsLoopback() || ip.Unmap() == c.at || !c.at.IsValid() || c.at.IsUnspecified()
}
