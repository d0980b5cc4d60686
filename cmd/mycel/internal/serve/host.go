package serve

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// hostCheck answers only requests to hosts of this server. Any site can have its name
// resolve to 127.0.0.1, and its pages could then read the files of this server, since for
// the browser both are one origin. Such a request names the site in its Host header.
type hostCheck struct {
	next  http.Handler
	cors  bool       // whether pages of other sites may ask
	given string     // the host that the user listens at, in lower case; "" for all
	at    netip.Addr // where the server listens; invalid if that is no address of IP
}

// newHostCheck wraps a handler. addr is the host and port that the user has asked for, l the address that came of it.
func newHostCheck(next http.Handler, addr string, l net.Addr) *hostCheck {
	c := &hostCheck{next: next}
	if h, ok := next.(*Handler); ok {
		c.cors = h.cors
	}
	if host, _, err := net.SplitHostPort(addr); err == nil {
		c.given = strings.ToLower(host)
	}
	if tcp, ok := l.(*net.TCPAddr); ok {
		c.at = tcp.AddrPort().Addr().Unmap()
	}
	return c
}

// ServeHTTP refuses requests to other hosts, and those of pages of other sites: the Model Context Protocol demands it.
func (c *hostCheck) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !c.allows(r.Host) {
		http.Error(w, "this server answers to localhost, to its own address, and to the host that --addr names", http.StatusMisdirectedRequest)
		return
	}
	for _, origin := range r.Header.Values("Origin") {
		if !c.cors && !c.allowsOrigin(origin, r.Host) {
			http.Error(w, "this server answers to its own pages and to those of localhost, not to "+origin, http.StatusForbidden)
			return
		}
	}
	c.next.ServeHTTP(w, r)
}

// allowsOrigin reports whether a page of an origin may ask a host. A page from an address that leads here is asking the
// same address.
func (c *hostCheck) allowsOrigin(origin, host string) bool {
	at, err := url.Parse(origin)
	return err == nil && at.Host != "" && (nameOf(at.Host) == nameOf(host) || c.isOwn(nameOf(at.Host)))
}

// nameOf returns a host without its port.
func nameOf(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.Trim(strings.TrimSuffix(host, "."), "[]"))
}

// isOwn reports whether a name is localhost's, or the one that the user listens at.
func (c *hostCheck) isOwn(name string) bool {
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || name != "" && name == c.given || err == nil && ip.IsLoopback()
}

// allows reports whether a Host header names this server. Ports do not matter: containers change them.
func (c *hostCheck) allows(host string) bool {
	name := nameOf(host)
	if c.isOwn(name) {
		return true
	}
	ip, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	// Whoever listens everywhere is reached at addresses that are not known here. Unlike a
	// name, an address cannot be made to lead here by others.
	return ip.Unmap() == c.at || !c.at.IsValid() || c.at.IsUnspecified()
}
