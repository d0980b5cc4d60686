package serve

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// hostCheck answers only requests to hosts of this server. Any site can make its name
// resolve to 127.0.0.1. For browsers its pages and this server are then one origin, so they
// could read the files here. Such a request has the site's name in its Host header.
type hostCheck struct {
	next  http.Handler
	cors  bool       // allow requests by pages of other sites
	given string     // host in --addr, in lower case; "" for all
	at    netip.Addr // address of the listener; invalid if it is no IP address
}

// newHostCheck wraps a handler. addr is the host and port in --addr, l the address of the listener.
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

// ServeHTTP refuses requests to other hosts and requests by pages of other sites, as the Model Context Protocol
// demands.
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

// allowsOrigin reports whether a page of an origin may ask a host. A page may ask its own host, and a page of
// this machine may ask every host of the server.
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

// isOwn reports whether a name means the local machine or is the host in --addr.
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
	// A server on all interfaces has addresses that are not known here. Unlike a name, an address
	// cannot be made to lead here by others.
	return ip.Unmap() == c.at || !c.at.IsValid() || c.at.IsUnspecified()
}
